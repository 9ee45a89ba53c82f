import { useEffect, useState } from 'preact/hooks'
import { useLanguage } from './language.js'

/**
 * Shows a time in the reader's time zone. The server does not know it, so the page starts with UTC.
 */
export function Time({ at }: { at: number }) {
  const { format } = useLanguage()
  const [zone, setZone] = useState<'local' | 'UTC'>('UTC')
  useEffect(() => setZone('local'), [])
  return <time dateTime={new Date(at).toISOString()}>{format.time(at, zone)}</time>
}
