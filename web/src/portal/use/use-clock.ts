import { useEffect, useState } from 'preact/hooks'

/** The service's clock, as a page can know it: what it was when the page was drawn, and the time since. */
export function useClock(start: number): number {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const ahead = start - Date.now()
    const timer = setInterval(() => setNow(Date.now() + ahead), 1_000)
    return () => clearInterval(timer)
  }, [start])
  return now
}
