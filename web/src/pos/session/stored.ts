import { parseObject } from '../../core/api/parse-object.js'

/** The state that this device keeps between visits, unless its browser stores nothing. */
export type Stored = {
  deviceId(): string | null
  setDeviceId(id: string): void
  /** Reads the state of a register, or null. */
  read(register: string, name: string): Record<string, unknown> | null
  write(register: string, name: string, value: object | null): void
}

const deviceKey = 'pos device'

export function createStored(storage: Storage | null): Stored {
  // Private windows and full disks refuse to store.
  const attempt = <Value>(run: (storage: Storage) => Value): Value | null => {
    try {
      return storage && run(storage)
    } catch {
      return null
    }
  }
  const keyOf = (register: string, name: string) => `pos ${register} ${name}`
  return {
    deviceId: () => attempt((open) => open.getItem(deviceKey)),
    setDeviceId: (id) => void attempt((open) => open.setItem(deviceKey, id)),
    read: (register, name) => {
      const text = attempt((open) => open.getItem(keyOf(register, name)))
      return text ? parseObject(text) : null
    },
    write: (register, name, value) =>
      void attempt((open) =>
        value === null
          ? open.removeItem(keyOf(register, name))
          : open.setItem(keyOf(register, name), JSON.stringify(value)),
      ),
  }
}

/** Returns the storage of this browser, or null when it has none or refuses access. */
export function findStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
