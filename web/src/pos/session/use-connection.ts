import { useEffect, useRef, useState } from 'preact/hooks'
import { callService, type ServiceResponse } from '../../core/api/call-service.js'

/** `degraded` means that the service sells without its database. */
export type Connection = 'online' | 'degraded' | 'offline'

const checkMs = 15_000
const offlineCheckMs = 2_000

/**
 * Follows whether the service can be reached: at once by the events of the browser and by every
 * call, and by a check that finds out when it can be reached again.
 */
export function useConnection(): { connection: Connection; note(response: ServiceResponse): void } {
  const [connection, setConnection] = useState<Connection>('online')
  const current = useRef(connection)
  current.current = connection

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isActive = true
    const check = async () => {
      clearTimeout(timer)
      const response = await callService(fetch.bind(window), { path: '/healthz' })
      if (!isActive) return
      const next = connectionOf(response)
      setConnection(next)
      timer = setTimeout(check, next === 'offline' ? offlineCheckMs : checkMs)
    }
    const lose = () => {
      setConnection('offline')
      clearTimeout(timer)
      timer = setTimeout(check, offlineCheckMs)
    }
    void check()
    addEventListener('offline', lose)
    addEventListener('online', check)
    return () => {
      isActive = false
      clearTimeout(timer)
      removeEventListener('offline', lose)
      removeEventListener('online', check)
    }
  }, [connection === 'offline'])

  return {
    connection,
    note: (response) => {
      if (isLost(response)) setConnection('offline')
      else if (current.current === 'offline') setConnection('online')
    },
  }
}

function connectionOf(response: ServiceResponse): Connection {
  if (!response.ok) return isLost(response) ? 'offline' : 'online'
  return response.body['status'] === 'degraded' ? 'degraded' : 'online'
}

/** A proxy without its service responds too, but not with an error of the service. */
function isLost(response: ServiceResponse): boolean {
  return !response.ok && (response.status === 0 || (response.status >= 500 && !response.code))
}
