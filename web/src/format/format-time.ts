const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a time in UTC, the same in every locale. */
export function formatTime(unixMs: number): string {
  const iso = new Date(unixMs).toISOString()
  const month = months[Number(iso.slice(5, 7)) - 1]
  return `${Number(iso.slice(8, 10))} ${month} ${iso.slice(0, 4)}, ${iso.slice(11, 16)} UTC`
}

/** Formats a duration as minutes and seconds. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
