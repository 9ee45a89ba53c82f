import { encodeSlip } from './encode-slip.js'
import { isReachable, type PrinterSettings } from './printer-settings.js'
import type { Slip } from './slips.js'

/** The part of Web Serial that printing needs. Browsers other than Chromium have none. */
type SerialPort = {
  readonly writable: WritableStream<Uint8Array> | null
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  forget?(): Promise<void>
}

type Endpoint = { endpointNumber: number; direction: 'in' | 'out' }
type UsbInterface = {
  interfaceNumber: number
  alternates: { interfaceClass: number; endpoints: Endpoint[] }[]
}

/** The part of Web USB that printing needs. */
type UsbDevice = {
  readonly configuration: { interfaces: UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  transferOut(endpoint: number, data: Uint8Array): Promise<{ status: string }>
  forget?(): Promise<void>
}

type Printers = {
  serial?: { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> }
  usb?: {
    getDevices(): Promise<UsbDevice[]>
    requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>
  }
}

type Way = Exclude<PrinterSettings['way'], 'page'>
type Result = 'printed' | 'missing' | 'failed'

const printerClass = 7
const chunkBytes = 4_096
/** A printer without paper accepts nothing. */
const timeoutMs = 10_000

const printers = () => globalThis.navigator as unknown as Printers

/** A printer accepts one slip at a time. */
let last: Promise<unknown> = Promise.resolve()

/** Asks the person for a printer. Browsers require a touch before. Returns whether one was chosen. */
export async function choosePrinter(way: Way): Promise<boolean> {
  try {
    const { serial, usb } = printers()
    const before = await listPrinters(way)
    const chosen =
      way === 'serial'
        ? await serial?.requestPort()
        : await usb?.requestDevice({ filters: [{ classCode: printerClass }] })
    if (!chosen) return false
    // One printer per device, so that the next slip does not go to an earlier one.
    await Promise.all(before.map((printer) => printer !== chosen && printer.forget?.()))
    return true
  } catch {
    // The person closed the list.
    return false
  }
}

/** Prints a slip on the printer that was chosen. */
export function sendToPrinter(
  slip: Slip,
  { widthMm, way, baudRate }: { widthMm: number; way: Way; baudRate: number },
): Promise<Result> {
  const bytes = encodeSlip(slip, widthMm)
  const print = async (): Promise<Result> => {
    if (!isReachable(way)) return 'missing'
    try {
      const [printer] = await listPrinters(way)
      if (!printer) return 'missing'
      await ('transferOut' in printer
        ? writeUsb(printer, bytes)
        : writeSerial(printer, { bytes, baudRate }))
      return 'printed'
    } catch {
      return 'failed'
    }
  }
  const printed = last.then(print)
  last = printed
  return printed
}

async function listPrinters(way: Way): Promise<(SerialPort | UsbDevice)[]> {
  const { serial, usb } = printers()
  return (way === 'serial' ? await serial?.getPorts() : await usb?.getDevices()) ?? []
}

async function writeSerial(
  port: SerialPort,
  { bytes, baudRate }: { bytes: Uint8Array; baudRate: number },
): Promise<void> {
  await port.open({ baudRate })
  const writer = port.writable?.getWriter()
  try {
    if (!writer) throw new Error('the port is not writable')
    for (const chunk of chunksOf(bytes)) await within(writer.write(chunk))
    await within(writer.close())
  } catch (error) {
    if (writer) await within(writer.abort()).catch(() => {})
    throw error
  } finally {
    writer?.releaseLock()
    await port.close()
  }
}

async function writeUsb(device: UsbDevice, bytes: Uint8Array): Promise<void> {
  await device.open()
  try {
    if (!device.configuration) await device.selectConfiguration(1)
    const { interfaceNumber, endpointNumber } = findOutput(device)
    await device.claimInterface(interfaceNumber)
    for (const chunk of chunksOf(bytes)) {
      const { status } = await within(device.transferOut(endpointNumber, chunk))
      if (status !== 'ok') throw new Error(`the printer reports ${status}`)
    }
  } finally {
    // Releases the interface, and ends a transfer that hangs.
    await device.close()
  }
}

function findOutput({ configuration }: UsbDevice) {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? []) {
    const printer = alternates.find(({ interfaceClass }) => interfaceClass === printerClass)
    const output = printer?.endpoints.find(({ direction }) => direction === 'out')
    if (output) return { interfaceNumber, endpointNumber: output.endpointNumber }
  }
  throw new Error('the device has no printer')
}

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / chunkBytes)
  return Array.from({ length: count }, (_, index) =>
    bytes.slice(index * chunkBytes, (index + 1) * chunkBytes),
  )
}

async function within<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the printer does not answer')), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
