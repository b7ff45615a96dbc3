/** Ends the task, so that whatever the visitor does meanwhile has its turn (Prioritized Task Scheduling, `scheduler.yield`). */
export const nextTask = () => globalThis.scheduler?.yield?.() ?? new Promise((done) => { setTimeout(done); });
