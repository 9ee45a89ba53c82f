import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../session/session.js'

const tickMs = 15_000

/** Returns the time of the service, which a sandbox may have moved. It advances while shown. */
export function useNow(): number {
  const { api, membership } = useSession()
  const clock = useQuery({
    queryKey: ['clock', membership.wallet],
    queryFn: async ({ signal }) => {
      const { time } = await api.call('get', '/api/status/ping', { signal })
      return { offsetMs: time - Date.now() }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [deviceNow, setDeviceNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setDeviceNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return deviceNow + (clock.data?.offsetMs ?? 0)
}
