import { readFileSync, type Stats, statSync } from 'node:fs'
import { isFields } from '../../lib/fields/read-fields.js'
import { type JsonMember, listJsonMembers, parseJsonWithLine } from '../../lib/json-lines.js'
import { cents } from '../../lib/money.js'
import { type LimitOwner, limitOwners } from './limit.js'
import {
  defaultLimitSettings,
  type FigureRange,
  type LimitSettings,
  planKeys,
  problemOf,
  rangeOf,
} from './limit-settings.js'
import { type LimitName, limits } from './limits.js'

export type ReadLimits = { settings: LimitSettings } | { problems: string[] }

const priceRange: FigureRange = { min: 0, max: 5_000, isWhole: false }
const feeRange: FigureRange = { min: 0, max: 5, isWhole: false }

/** A file with every limit takes a fraction of it. */
const maxBytes = 65_536
const maxProblems = 100

/** The path of a problem has at most three names, such as limits.keys.merchant. */
const maxDepth = 3

/** Reads the operator's file of limits. A file that cannot be read is a problem like any other. */
export function readLimitsFile(path: string): ReadLimits {
  try {
    const problem = problemOfFile(path, statSync(path))
    return problem ? { problems: [problem] } : readLimits(readFileSync(path, 'utf8'))
  } catch {
    return { problems: [unreadableFile(path)] }
  }
}

/** Returns why a file is not read, or null. A device has no end, and limits are never large. */
export function problemOfFile(path: string, stats: Pick<Stats, 'isFile' | 'size'>): string | null {
  if (!stats.isFile()) return unreadableFile(path)
  return stats.size > maxBytes ? `${path} is larger than ${maxBytes} bytes` : null
}

export function unreadableFile(path: string): string {
  return `${path} cannot be read`
}

/**
 * Reads the operator's limits from the text of a JSON file. Figures that it does not name keep
 * their defaults. Returns every problem with its line, up to a maximum, so that an operator can fix
 * all of them at once.
 */
export function readLimits(text: string): ReadLimits {
  let value: unknown
  try {
    value = parseJsonWithLine(text)
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] }
  }
  if (!isFields(value)) return { problems: ['line 1: the file must contain a JSON object'] }

  const members = listJsonMembers(text, maxDepth)
  const problems = repeatedNames(members)
  const lineOf = createLines(members)
  const report = (path: readonly string[], problem: string) =>
    problems.push({ line: lineOf(path), text: `${path.join('.')} ${problem}` })
  const settings: LimitSettings = {
    max: readFigures(value['limits'], report),
    planPrices: readPrices(value['plans'], report),
    feeBps: readFee(value['platformFeePct'], report),
  }
  for (const name of Object.keys(value)) {
    if (!['limits', 'plans', 'platformFeePct'].includes(name)) {
      report([name], 'is unknown; use platformFeePct, plans or limits')
    }
  }
  if (problems.length === 0) return { settings }
  const sorted = problems.toSorted((a, b) => a.line - b.line)
  const listed = sorted.slice(0, maxProblems)
  const others = sorted.length - listed.length
  return {
    problems: [
      ...listed.map(({ line, text: problem }) => `line ${line}: ${problem}`),
      ...(others > 0 ? [`${others} more problems follow`] : []),
    ],
  }
}

type Report = (path: readonly string[], problem: string) => void

function readFigures(members: unknown, report: Report): LimitSettings['max'] {
  const max = { ...defaultLimitSettings.max }
  for (const [name, value] of membersOf(members, { path: ['limits'], report })) {
    if (!isLimitName(name)) {
      report(['limits', name], 'is not the name of a limit; see docs/limits.md')
      continue
    }
    const figures = isFields(value) ? value : onlyFigure(name, value)
    if (!figures) {
      report(['limits', name], `counts by several owners: set ${ownersOf(name).join(' or ')}`)
      continue
    }
    const path = (owner: string) => (isFields(value) ? ['limits', name, owner] : ['limits', name])
    for (const [owner, figure] of Object.entries(figures)) {
      const range = isOwner(owner) ? rangeOf(name, owner) : null
      const problem = range ? problemOf(figure, range) : whyFixed(name)
      if (problem) report(path(owner), problem)
      else max[name] = { ...max[name], [owner]: figure }
    }
  }
  return max
}

/** A limit with a single figure can be set without its owner. */
function onlyFigure(name: LimitName, value: unknown): Record<string, unknown> | null {
  const [owner, ...others] = ownersOf(name)
  return owner === undefined || others.length > 0 ? null : { [owner]: value }
}

function whyFixed(name: LimitName): string {
  if ('isFixed' in limits[name]) return 'is the size of a body, which cannot be changed'
  return `is not an owner of this limit; use ${ownersOf(name).join(' or ')}`
}

function readPrices(plans: unknown, report: Report): LimitSettings['planPrices'] {
  const prices = { ...defaultLimitSettings.planPrices }
  for (const [plan, fields] of membersOf(plans, { path: ['plans'], report })) {
    const key = planKeys.find((candidate) => candidate === plan)
    if (!key) {
      report(['plans', plan], `is not a plan; use ${planKeys.join(', ')}`)
      continue
    }
    for (const [field, value] of membersOf(fields, { path: ['plans', plan], report })) {
      const path = ['plans', plan, field]
      const problem =
        field === 'priceUsd'
          ? problemOfDecimal(value, priceRange)
          : `is unknown; use priceUsd, and ${plan}-calls and ${plan}-receipts in limits`
      if (problem) report(path, problem)
      else prices[key] = cents(BigInt(Math.round(Number(value) * 100)))
    }
  }
  return prices
}

function readFee(percent: unknown, report: Report): number {
  if (percent === undefined) return defaultLimitSettings.feeBps
  const problem = problemOfDecimal(percent, feeRange)
  if (problem) report(['platformFeePct'], problem)
  return Math.round(Number(percent) * 100)
}

/** Prices are whole cents, and fees whole basis points. */
function problemOfDecimal(value: unknown, range: FigureRange): string | null {
  const problem = problemOf(value, range)
  if (problem) return problem
  const hundredths = Number(value) * 100
  const isExact = Math.abs(hundredths - Math.round(hundredths)) < 1e-6
  return isExact ? null : 'must have at most two decimals'
}

function membersOf(
  value: unknown,
  { path, report }: { path: string[]; report: Report },
): [string, unknown][] {
  if (value === undefined) return []
  if (isFields(value)) return Object.entries(value)
  report(path, 'must be an object')
  return []
}

function repeatedNames(members: readonly JsonMember[]): { line: number; text: string }[] {
  const seen = new Set<string>()
  return members.flatMap(({ path, line }) => {
    const key = JSON.stringify(path)
    if (seen.has(key)) return [{ line, text: `${path.join('.')} is set twice` }]
    seen.add(key)
    return []
  })
}

/** Returns a lookup of the line on which a member is first set. */
function createLines(members: readonly JsonMember[]): (path: readonly string[]) => number {
  const lines = new Map<string, number>()
  for (const { path, line } of members) {
    const key = JSON.stringify(path)
    if (!lines.has(key)) lines.set(key, line)
  }
  return (path) => lines.get(JSON.stringify(path)) ?? 1
}

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limits, name)
}

function isOwner(owner: string): owner is LimitOwner {
  return (limitOwners as readonly string[]).includes(owner)
}

function ownersOf(name: LimitName): string[] {
  return Object.keys(limits[name].max)
}
