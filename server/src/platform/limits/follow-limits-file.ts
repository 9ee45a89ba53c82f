import { readFile, stat } from 'node:fs/promises'
import type { Alerts } from '../alerts/alerts.js'
import type { Logger } from '../log.js'
import type { LimitSettings, LimitsInForce } from './limit-settings.js'
import { problemOfFile, type ReadLimits, readLimits, unreadableFile } from './read-limits.js'

/** Compares the content, because editors replace files and mounted volumes switch links. */
const pollMs = 1_000

type FollowOptions = { path: string; limits: LimitsInForce; alerts: Alerts; log: Logger }

/**
 * Applies changes to the operator's file of limits within a few seconds, until it is stopped. An
 * invalid version is refused with an alert, and the limits in force stay.
 */
export function followLimitsFile(
  { path, limits, alerts, log }: FollowOptions,
  everyMs = pollMs,
): { stop(): void } {
  /** The content that was read last, and its result. */
  let last: { content: string; read: ReadLimits } | null = null
  /** Null before the first check. */
  let applied: LimitSettings | null = null
  /** The problems of the last check. A file that is being written is invalid for a moment. */
  let suspected: string | null = null
  /** The problems that an alert reports. */
  let reported: string | null = null
  let isReading = false

  /** Reads a file of the same content once. */
  async function readChanged(): Promise<ReadLimits> {
    const before = problemOfFile(path, await stat(path))
    if (before) return { problems: [before] }
    const content = await readFile(path, 'utf8')
    // It may have grown between the two.
    const after = problemOfFile(path, await stat(path))
    if (after) return { problems: [after] }
    if (content !== last?.content) last = { content, read: readLimits(content) }
    return last.read
  }

  async function checkFile(): Promise<void> {
    const read = await readChanged().catch(() => ({ problems: [unreadableFile(path)] }))
    if ('settings' in read) {
      if (applied === read.settings && suspected === null) return
      if (applied !== null && applied !== read.settings) log.info({ path }, 'limits changed')
      limits.settings = applied = read.settings
      suspected = reported = null
      alerts.resolve('limits_refused')
      return
    }
    const problems = read.problems.join('; ')
    if (suspected === problems && reported !== problems) {
      reported = problems
      const message = `LIMITS_FILE is invalid, so the earlier limits stay in force: ${problems}`
      alerts.update({ name: 'limits_refused', message, path, problems: read.problems })
    }
    suspected = problems
  }

  const timer = setInterval(() => {
    if (isReading) return
    isReading = true
    void checkFile().finally(() => {
      isReading = false
    })
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}
