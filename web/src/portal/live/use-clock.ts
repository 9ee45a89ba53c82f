import { useEffect, useState } from 'preact/hooks'

/** Returns how far the service's clock is ahead of the browser's when the page loads. */
export function useClockOffset(serviceNow: number): number {
  const [offsetMs] = useState(() => serviceNow - Date.now())
  return offsetMs
}

/** Returns the service's time, updated every second while `isTicking`. */
export function useClock(
  start: number,
  { clockOffsetMs, isTicking }: { clockOffsetMs: number; isTicking: boolean },
): number {
  const [now, setNow] = useState(start)
  useEffect(() => {
    if (!isTicking) return
    const tick = () => setNow(Date.now() + clockOffsetMs)
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [clockOffsetMs, isTicking])
  return now
}
