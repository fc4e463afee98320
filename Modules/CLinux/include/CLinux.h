#pragma once
#include "CLinuxSpawn.h"
