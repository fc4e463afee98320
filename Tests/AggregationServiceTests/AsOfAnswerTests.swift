        "dayline.aggregation.Insights/SetInterval": "a change, not a question",
