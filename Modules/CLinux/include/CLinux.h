#pragma once
#include "CLinuxLoop.h"
#include "CLinuxSpawn.h"
#include "CLinuxLock.h"
#include "CLinuxSignals.h"
#include "CLinuxPipes.h"
#include "CLinuxMemory.h"
#include "CLinuxCounter.h"
