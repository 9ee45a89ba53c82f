import { useFormats } from '../format/use-formats.js'

type TimeProps = { at: number; kind?: 'clock' | 'clockExact' | 'day' | 'dateTime' }

/** Shows a moment in the time zone of the shop. The tooltip has the whole of it. */
export function Time({ at, kind = 'dateTime' }: TimeProps) {
  const formats = useFormats()
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${formats.dateTime(at)}, ${formats.timeZone}`}
    >
      {formats[kind](at)}
    </time>
  )
}
