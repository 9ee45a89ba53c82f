import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ServiceResponse } from '../../core/api/call-service.js'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { createPosApi, type PosApi } from './pos-api.js'
import { createStored, findStorage, type Stored } from './stored.js'

type Right =
  | 'sell'
  | 'discount'
  | 'refund'
  | 'record_cash'
  | 'see_own_sales'
  | 'see_all_sales'
  | 'close_day'

export type Cashier = { id: string; name: string; rights: readonly Right[] }

export type Register = {
  id: string
  name: string
  code: string
  items: readonly string[] | null
  tipPresets: readonly number[]
  footer: string
  receiptWidth: number
}

type Device = {
  id: string
  registerId: string
  kind: 'register' | 'display'
  cashier: Cashier | null
}

type SessionState =
  | { kind: 'loading' }
  /** Not paired with any register, or no longer. */
  | { kind: 'unpaired' }
  /** Paired with another register, or as the other kind of device. */
  | { kind: 'elsewhere'; path: string; name: string }
  | { kind: 'locked'; name: string; cashiers: readonly { id: string; name: string }[] }
  | { kind: 'open'; register: Register; cashier: Cashier; isDegraded: boolean }
  | { kind: 'display'; name: string }
  | { kind: 'unreachable'; message: string | null }

export type Session = {
  state: SessionState
  api: PosApi
  stored: Stored
  reload(): Promise<void>
  /** Both return a problem for the cashier, or null. */
  pair(code: string, name: string): Promise<string | null>
  unlock(cashierId: string, pin: string): Promise<string | null>
  lock(): Promise<void>
}

type DisplayBody = { register: { id: string; name: string } }
type RegistersBody = { registers: Register[]; device?: Device; degraded?: boolean }

/** Manages how this device belongs to a register, and who has unlocked it. */
export function useSession(
  registerId: string,
  { isDisplay, onResponse }: { isDisplay: boolean; onResponse(response: ServiceResponse): void },
): Session {
  const [state, setState] = useState<SessionState>({ kind: 'loading' })
  const onState = useRef<(response: ServiceResponse) => void>(onResponse)
  onState.current = (response) => {
    onResponse(response)
    // Locked by the service after 12 hours, by a new PIN, or in the console.
    if (response.ok) return
    if (response.code === 'device_locked') void load()
    if (response.status === 401) setState({ kind: 'unpaired' })
  }
  const { api, stored } = useMemo(() => {
    const kept = createStored(findStorage())
    const onResult = (response: ServiceResponse) => onState.current(response)
    return { stored: kept, api: createPosApi({ stored: kept, onResponse: onResult }) }
  }, [])

  const load = async () => {
    if (!stored.deviceId()) return setState({ kind: 'unpaired' })
    const response = await api.get<RegistersBody>('/api/registers')
    if (!response.ok && response.code === 'forbidden') return loadDisplay()
    if (!response.ok) {
      if (response.status !== 401) setState({ kind: 'unreachable', message: response.message })
      return
    }
    const { device, registers, degraded = false } = response.body
    const [register] = registers
    if (!device || !register) return setState({ kind: 'unpaired' })
    if (device.registerId !== registerId || isDisplay) {
      const path = `/pos/${device.registerId}`
      return setState({ kind: 'elsewhere', path, name: register.name })
    }
    if (device.cashier) {
      return setState({ kind: 'open', register, cashier: device.cashier, isDegraded: degraded })
    }
    const listed = await api.get<{ cashiers: { id: string; name: string }[] }>('/api/cashiers')
    if (!listed.ok) return setState({ kind: 'unreachable', message: listed.message })
    setState({ kind: 'locked', name: register.name, cashiers: listed.body.cashiers })
  }
  /** A display reads only the current sale of its register. */
  const loadDisplay = async () => {
    const response = await api.get<DisplayBody>('/api/devices/sale')
    if (!response.ok) {
      if (response.status !== 401) setState({ kind: 'unreachable', message: response.message })
      return
    }
    const { id, name } = response.body.register
    if (isDisplay && id === registerId) return setState({ kind: 'display', name })
    setState({ kind: 'elsewhere', path: `/pos/${id}/display`, name })
  }
  useEffect(() => void load(), [])

  return {
    state,
    api,
    stored,
    reload: load,
    async pair(code, name) {
      const paired = await api.post<{ device: Device }>('/api/devices', { code, name })
      if (!paired.ok) return paired.message ?? texts.unreachable
      stored.setDeviceId(paired.body.device.id)
      await load()
      return null
    },
    async unlock(cashierId, pin) {
      const unlocked = await api.post('/api/devices/unlock', { cashierId, pin })
      if (!unlocked.ok) return unlocked.message ?? texts.unreachable
      await load()
      return null
    },
    async lock() {
      await api.post('/api/devices/lock', {})
      await load()
    },
  }
}
