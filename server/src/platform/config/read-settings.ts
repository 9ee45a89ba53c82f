import { readFileSync } from 'node:fs'
import { defaultLimitSettings, type LimitSettings } from '../limits/limit-settings.js'
import { readLimitsFile } from '../limits/read-limits.js'
import { liveProblems } from './live-rules.js'
import { mediaProblems } from './media-settings.js'
import { onrampProblems } from './onramp-rules.js'
import type { ParseResult } from './parsers.js'
import { ConfigError, type Setting } from './setting.js'
import { type Settings, settings } from './settings.js'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads every setting from `environment`, or from the file that `NAME_FILE` names.
 *
 * @throws {ConfigError} with all problems at once.
 */
export function readSettings(environment: Environment): Settings {
  const { settings: result, problems } = inspectSettings(environment)
  if (problems.length > 0) throw new ConfigError(problems)
  return result
}

/** Reads every setting with its default in place of an invalid value, and lists all problems. */
export function inspectSettings(environment: Environment): {
  settings: Settings
  problems: string[]
} {
  const problems: string[] = []
  const values: Record<string, unknown> = {}

  for (const [field, setting] of Object.entries<Setting<unknown>>(settings)) {
    const result = readOne(environment, setting)
    if ('problem' in result) problems.push(`${setting.name}: ${result.problem}`)
    values[field] = 'problem' in result ? defaultOf(setting) : result.value
  }

  const limits = readLimitSettings(values['limitsFile'])
  values['limitSettings'] = limits.settings
  if (limits.problems.length > 0) values['limitsFile'] = undefined

  // The loop fills exactly the fields of the table, so the object has this type.
  const result = values as Settings
  if (result.alertWebhookUrl !== undefined && result.alertWebhookSecret === undefined) {
    problems.push('ALERT_WEBHOOK_SECRET: is required when ALERT_WEBHOOK_URL is set')
  }
  problems.push(...mediaProblems(result), ...onrampProblems(result))
  problems.push(...limits.problems.map((problem) => `LIMITS_FILE: ${problem}`))
  if (result.mode === 'live') {
    const isNew = (problem: string) =>
      !problems.some((earlier) => nameIn(earlier) === nameIn(problem))
    problems.push(...liveProblems(result).filter(isNew))
  }
  return { settings: result, problems }
}

function readLimitSettings(path: unknown): { settings: LimitSettings; problems: string[] } {
  const defaults = { settings: defaultLimitSettings, problems: [] }
  return typeof path === 'string' ? { ...defaults, ...readLimitsFile(path) } : defaults
}

function defaultOf({ fallback, parse }: Setting<unknown>): unknown {
  const parsed = fallback === undefined ? { value: undefined } : parse(fallback)
  return 'value' in parsed ? parsed.value : undefined
}

/** Returns the variable of a problem, so that an invalid one is not also reported as missing. */
function nameIn(problem: string): string | undefined {
  return problem.split(':')[0]
}

function readOne(environment: Environment, setting: Setting<unknown>): ParseResult<unknown> {
  const text = readText(environment, setting.name)
  if (typeof text === 'object') return text

  const source = text ?? setting.fallback
  return source === undefined ? { value: undefined } : setting.parse(source)
}

/** Treats an empty variable as absent, because compose files pass unset variables that way. */
function readText(
  environment: Environment,
  name: string,
): string | undefined | { problem: string } {
  const direct = environment[name] || undefined
  const path = environment[`${name}_FILE`] || undefined

  if (path === undefined) return direct
  if (direct !== undefined) return { problem: `is also set as ${name}_FILE; remove one of them` }

  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    return { problem: `the file named by ${name}_FILE cannot be read` }
  }
}
