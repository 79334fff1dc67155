/** Runs in every worker of vitest: a worker with open connections would outlive a runner that was killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
