#!/bin/bash
# Counts the closed tours of a board in 16 shards, as an array of Slurm jobs. Run `sbatch slurm.sh` in a folder shared
# by all nodes. Running it again counts only the missing shards.
#SBATCH --job-name=courser
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --output=shard%a.log
set -euo pipefail
shard=$SLURM_ARRAY_TASK_ID
courser count "${BOARD:-8x10}" --closed --shard "$shard/$SLURM_ARRAY_TASK_COUNT" -o "part$shard.json"
