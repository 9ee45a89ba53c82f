import { type Finding, good, problem, warning } from './finding.js'
import type { Section } from './section.js'

/** Checks that settings are valid and satisfy live mode, including the strength of secrets. */
export const settingsSection: Section = {
  title: 'Settings',
  check: ({ config, settingsProblems }) => [
    ...describeSettings(settingsProblems),
    describeMode(config.mode),
  ],
}

/** Turns `NAME: problem; fix` into findings. */
export function describeSettings(problems: readonly string[]): Finding[] {
  if (problems.length === 0) return [good('All settings are valid.')]
  return problems.map((text) => {
    const [, message = text, fix] = /^(.*?)(?:; (.*))?$/.exec(text) ?? []
    return problem(`${message}.`, fix ? `${capitalize(fix)}.` : fixOf(text))
  })
}

export function describeMode(mode: 'sandbox' | 'live'): Finding {
  if (mode === 'live') return good('MODE is live: the service takes real money.')
  return warning(
    'MODE is sandbox: the service uses test money, and most rules do not apply.',
    'Set MODE=live to check a configuration for real money.',
  )
}

function fixOf(text: string): string {
  const [name] = text.split(':')
  const verb = text.includes('is required') ? 'Set' : 'Correct'
  return `${verb} ${name}; .env.example describes it.`
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
