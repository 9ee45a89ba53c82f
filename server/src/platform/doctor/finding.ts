/** One line of the report. `fix` says how to resolve a warning or a problem. */
export type Finding = {
  status: 'ok' | 'warning' | 'problem' | 'skipped'
  message: string
  fix: string | null
}

export function good(message: string): Finding {
  return { status: 'ok', message, fix: null }
}

/** Reports something that does not prevent operation but has a consequence. */
export function warning(message: string, fix: string): Finding {
  return { status: 'warning', message, fix }
}

/** Reports something that must be fixed before the service takes money. */
export function problem(message: string, fix: string): Finding {
  return { status: 'problem', message, fix }
}

/** Reports that a check did not apply or could not be made. */
export function skipped(message: string): Finding {
  return { status: 'skipped', message, fix: null }
}
