/** An event of a trace; times are in microseconds. */
export type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  /** Without the time in which other threads had the core. */
  tdur?: number
  pid: number
  tid: number
}

const work = new Set([
  'FunctionCall',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
  'EventDispatch',
  'V8.GCScavenger',
  'MinorGC',
  'MajorGC',
  'UpdateLayoutTree',
  'RecalculateStyles',
  'Layout',
  'PrePaint',
])

/**
 * Returns the CPU time of script, style and layout of each frame of the page in ms, the shortest
 * first. Browser, service and database share the cores, so durations would measure them too.
 */
export function measureFrames(events: readonly TraceEvent[]): number[] {
  const main = busiestThread(events)
  const ofMain = events.filter(({ pid, tid }) => `${pid}.${tid}` === main)
  const starts = ofMain
    .filter(({ name }) => name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const spent = starts.map(() => 0)
  let until = 0
  let frame = 0
  const complete = ofMain.filter(({ name, ph, dur }) => ph === 'X' && dur && work.has(name))
  for (const { ts, dur = 0, tdur = dur } of complete.toSorted((a, b) => a.ts - b.ts)) {
    // Work within other work counts once.
    if (ts < until) continue
    until = ts + dur
    while ((starts[frame + 1] ?? Number.POSITIVE_INFINITY) <= ts) frame += 1
    spent[frame] = (spent[frame] ?? 0) + tdur / 1_000
  }
  return spent.filter((ms) => ms > 0).toSorted((a, b) => a - b)
}

/** Returns the thread with the most layouts, which is that of the page. */
function busiestThread(events: readonly TraceEvent[]): string {
  const counts = new Map<string, number>()
  for (const { name, pid, tid } of events) {
    if (name !== 'BeginMainThreadFrame') continue
    const thread = `${pid}.${tid}`
    counts.set(thread, (counts.get(thread) ?? 0) + 1)
  }
  const [busiest] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (!busiest) throw new Error('The trace has no frames.')
  return busiest[0]
}
