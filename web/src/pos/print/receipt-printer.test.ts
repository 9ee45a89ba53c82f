import { afterEach, describe, expect, test, vi } from 'vitest'
import { decodeEscPos } from '../../../test/decode-escpos.js'
import { choosePrinter, sendToPrinter } from './receipt-printer.js'

afterEach(() => vi.unstubAllGlobals())

const slip = [
  { kind: 'title', text: 'Front counter' },
  { kind: 'row', label: 'Tea', value: '$4.25' },
] as const
const settings = { widthMm: 80, baudRate: 19_200 }

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))
}

/** A printer at a serial port, which remembers its bytes. */
function aSerialPort({ isBroken = false } = {}) {
  const chunks: Uint8Array[] = []
  const steps: string[] = []
  let writable: WritableStream<Uint8Array> | null = null
  return {
    chunks,
    steps,
    get writable() {
      return writable
    },
    async open({ baudRate }: { baudRate: number }) {
      if (steps.at(-1)?.startsWith('open')) throw new Error('The port is already open.')
      steps.push(`open ${baudRate}`)
      writable = new WritableStream({
        write(chunk) {
          if (isBroken) throw new Error('The device has been lost.')
          chunks.push(chunk)
        },
      })
    },
    async close() {
      if (writable?.locked) throw new Error('The port is locked.')
      steps.push('close')
    },
    async forget() {
      steps.push('forget')
    },
  }
}

function aUsbPrinter({ status = 'ok' } = {}) {
  const chunks: Uint8Array[] = []
  const steps: string[] = []
  const endpoints = [
    { endpointNumber: 1, direction: 'in' },
    { endpointNumber: 2, direction: 'out' },
  ]
  return {
    chunks,
    steps,
    configuration: {
      interfaces: [
        { interfaceNumber: 0, alternates: [{ interfaceClass: 3, endpoints }] },
        { interfaceNumber: 1, alternates: [{ interfaceClass: 7, endpoints }] },
      ],
    },
    open: async () => void steps.push('open'),
    close: async () => void steps.push('close'),
    claimInterface: async (number: number) => void steps.push(`claim ${number}`),
    async transferOut(endpoint: number, chunk: Uint8Array) {
      steps.push(`out ${endpoint}`)
      chunks.push(chunk)
      return { status }
    },
  }
}

describe('sendToPrinter', () => {
  test('default: prints at a serial port, one slip after the other', async () => {
    const port = aSerialPort()
    vi.stubGlobal('navigator', { serial: { getPorts: async () => [port] } })
    const print = () => sendToPrinter(slip, { ...settings, way: 'serial' })
    expect(await Promise.all([print(), print()])).toEqual(['printed', 'printed'])
    expect(port.steps).toEqual(['open 19200', 'close', 'open 19200', 'close'])
    const { lines, cuts } = decodeEscPos(join(port.chunks))
    expect(cuts).toBe(2)
    expect(lines.filter(({ text }) => /^Tea +\$4\.25$/.test(text))).toHaveLength(2)
  })

  test('behavior: prints at USB, on the interface of the printer', async () => {
    const device = aUsbPrinter()
    vi.stubGlobal('navigator', { usb: { getDevices: async () => [device] } })
    expect(await sendToPrinter(slip, { ...settings, way: 'usb' })).toBe('printed')
    expect(device.steps).toEqual(['open', 'claim 1', 'out 2', 'close'])
    expect(decodeEscPos(join(device.chunks)).cuts).toBe(1)
  })

  test('behavior: a large slip is sent in pieces that printers accept', {
    tags: 'slow',
  }, async () => {
    const device = aUsbPrinter()
    vi.stubGlobal('navigator', { usb: { getDevices: async () => [device] } })
    const long = Array.from({ length: 400 }, () => slip[1])
    await sendToPrinter(long, { ...settings, way: 'usb' })
    expect(device.chunks.length).toBeGreaterThan(1)
    expect(Math.max(...device.chunks.map(({ length }) => length))).toBeLessThanOrEqual(4_096)
    const { lines } = decodeEscPos(join(device.chunks))
    expect(lines.filter(({ text }) => text.startsWith('Tea'))).toHaveLength(400)
  })

  test('error: no printer, no support, and a printer that fails', async () => {
    vi.stubGlobal('navigator', { serial: { getPorts: async () => [] } })
    expect(await sendToPrinter(slip, { ...settings, way: 'serial' })).toBe('missing')
    expect(await sendToPrinter(slip, { ...settings, way: 'usb' })).toBe('missing')
    const broken = aSerialPort({ isBroken: true })
    const stalled = aUsbPrinter({ status: 'stall' })
    vi.stubGlobal('navigator', {
      serial: { getPorts: async () => [broken] },
      usb: { getDevices: async () => [stalled] },
    })
    expect(await sendToPrinter(slip, { ...settings, way: 'serial' })).toBe('failed')
    expect(await sendToPrinter(slip, { ...settings, way: 'usb' })).toBe('failed')
    // The next slip can be printed, once the cable is back.
    expect([broken.steps.at(-1), stalled.steps.at(-1)]).toEqual(['close', 'close'])
  })
})

describe('choosePrinter', () => {
  test('default: an earlier printer is forgotten', async () => {
    const [earlier, chosen] = [aSerialPort(), aSerialPort()]
    const serial = { getPorts: async () => [earlier], requestPort: async () => chosen }
    vi.stubGlobal('navigator', { serial })
    expect(await choosePrinter('serial')).toBe(true)
    expect([earlier.steps, chosen.steps]).toEqual([['forget'], []])
  })

  test('error: the person closes the list', async () => {
    const requestDevice = async () => {
      throw new DOMException('No device selected.', 'NotFoundError')
    }
    vi.stubGlobal('navigator', { usb: { getDevices: async () => [], requestDevice } })
    expect(await choosePrinter('usb')).toBe(false)
  })
})
