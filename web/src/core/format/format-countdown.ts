/** Formats a duration as minutes and seconds, with hours when there are any. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const padded = (part: number) => String(part).padStart(2, '0')
  const clock = `${padded(minutes)}:${padded(seconds % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock.replace(/^0/, '')
}
