import { createFormats } from '../core/format/formats.js'

/** The formats of the point of sale. Importing a language would load every text of the payment page. */
export const format = createFormats('en')

const ofDay = /^(.*, )(\d{2}:\d{2})$/

/** Formats two times, such as "Nov 17, 2026, 07:58" and "18:31". The day stands once. */
export function formatSpan(from: number, to: number): [string, string] {
  const start = format.time(from, 'local')
  const end = format.time(to, 'local')
  const [, day = '', time = end] = ofDay.exec(end) ?? []
  return [start, day !== '' && start.startsWith(day) ? time : end]
}
