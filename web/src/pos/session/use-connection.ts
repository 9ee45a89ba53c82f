import { useEffect, useRef, useState } from 'preact/hooks'
import { callService, type ServiceResponse } from '../../core/api/call-service.js'
import { createStored, findStorage } from './stored.js'

/** `degraded` means that the service sells without its database. */
export type Connection = 'online' | 'degraded' | 'offline'

const checkMs = 15_000
const degradedCheckMs = 5_000
const offlineCheckMs = 2_000

/**
 * Follows whether the service can be reached: at once by the events of the browser and by every
 * call, and by a check that finds out when it can be reached again.
 */
export function useConnection(): { connection: Connection; note(response: ServiceResponse): void } {
  const [connection, setConnection] = useState<Connection>('online')
  const current = useRef(connection)
  current.current = connection
  const checkNow = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isActive = true
    const check = async () => {
      clearTimeout(timer)
      const next = connectionOf(await checkService())
      if (!isActive) return
      setConnection(next)
      const pauses = { online: checkMs, degraded: degradedCheckMs, offline: offlineCheckMs }
      timer = setTimeout(check, pauses[next])
    }
    const lose = () => {
      setConnection('offline')
      clearTimeout(timer)
      timer = setTimeout(check, offlineCheckMs)
    }
    checkNow.current = () => void check()
    void check()
    addEventListener('offline', lose)
    addEventListener('online', check)
    return () => {
      isActive = false
      clearTimeout(timer)
      removeEventListener('offline', lose)
      removeEventListener('online', check)
    }
  }, [connection])

  return {
    connection,
    note: (response) => {
      if (isLost(response)) setConnection('offline')
      else if (isDegraded(response)) setConnection('degraded')
      else if (current.current === 'offline') setConnection('online')
      else if (!response.ok && response.status === 503) checkNow.current()
    },
  }
}

/**
 * Reads the register, whose response says whether the database answered. The health of the service
 * does not: it counts every subsystem, and a failed job is no reason to sell without quotes.
 */
function checkService(): Promise<ServiceResponse> {
  const deviceId = createStored(findStorage()).deviceId()
  const call = deviceId
    ? { path: '/api/registers', headers: { 'x-device-id': deviceId } }
    : { path: '/healthz' }
  return callService(fetch.bind(window), call)
}

function connectionOf(response: ServiceResponse): Connection {
  if (isLost(response)) return 'offline'
  return isDegraded(response) ? 'degraded' : 'online'
}

/** A proxy without its service responds too, but not with an error of the service. */
function isLost(response: ServiceResponse): boolean {
  return !response.ok && (response.status === 0 || (response.status >= 500 && !response.code))
}

function isDegraded(response: ServiceResponse): boolean {
  return response.ok && response.body['degraded'] === true
}
