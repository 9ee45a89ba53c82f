import type { Config } from '../config/config.js'
import type { Finding } from './finding.js'
import type { SectionResult } from './run-sections.js'

type Report = { config: Pick<Config, 'mode' | 'chainId'>; sections: readonly SectionResult[] }

/** Formats the findings for a terminal. */
export function formatReport({ config, sections }: Report): string[] {
  const lines = sections.flatMap(({ title, findings }) => [
    '',
    title,
    ...findings.flatMap(formatFinding),
  ])
  return [`Tallystick, ${config.mode} mode, chain ${config.chainId}`, ...lines, '', sum(sections)]
}

/** Formats the findings for programs. */
export function formatJson({ config, sections }: Report): string {
  const { mode, chainId } = config
  return JSON.stringify({ ok: !hasProblem(sections), mode, chainId, sections }, null, 2)
}

export function hasProblem(sections: readonly SectionResult[]): boolean {
  return count(sections, 'problem') > 0
}

function formatFinding({ status, message, fix }: Finding): string[] {
  const line = `  ${status.padEnd(8)} ${message}`
  return fix === null ? [line] : [line, `${' '.repeat(11)}-> ${fix}`]
}

function sum(sections: readonly SectionResult[]): string {
  const [problems, warnings] = [count(sections, 'problem'), count(sections, 'warning')]
  if (problems === 0 && warnings === 0) return 'No problems.'
  return `${plural(problems, 'problem')}, ${plural(warnings, 'warning')}.`
}

function count(sections: readonly SectionResult[], status: Finding['status']): number {
  return sections.flatMap(({ findings }) => findings).filter((finding) => finding.status === status)
    .length
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
