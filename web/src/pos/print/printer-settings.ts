import type { Stored } from '../session/stored.js'

const printerWays = ['page', 'serial', 'usb'] as const
type PrinterWay = (typeof printerWays)[number]

/** How a register prints. It belongs to the device, because a printer does. */
export type PrinterSettings = { way: PrinterWay; isAuto: boolean }

const name = 'printer'

export function readPrinter(stored: Stored, registerId: string): PrinterSettings {
  const { way, isAuto } = stored.read(registerId, name) ?? {}
  const known = printerWays.find((value) => value === way)
  return { way: known ?? 'page', isAuto: isAuto === true }
}

export function writePrinter(stored: Stored, registerId: string, settings: PrinterSettings): void {
  stored.write(registerId, name, settings)
}
