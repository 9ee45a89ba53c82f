import { useEffect, useState } from 'preact/hooks'

/** How far the service's clock is ahead of this browser's, as well as a page can know. It never changes. */
export function useAhead(serviceNow: number): number {
  const [ahead] = useState(() => serviceNow - Date.now())
  return ahead
}

/** What the service's clock shows, told every second while somebody needs to know. */
export function useClock(
  start: number,
  { ahead, isTicking }: { ahead: number; isTicking: boolean },
): number {
  const [now, setNow] = useState(start)
  useEffect(() => {
    if (!isTicking) return
    const tick = () => setNow(Date.now() + ahead)
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [ahead, isTicking])
  return now
}
