import type { Stored } from '../session/stored.js'

export const printerWays = ['page', 'serial', 'usb'] as const
type PrinterWay = (typeof printerWays)[number]

/** Bits per second of a serial port. Printers at USB ignore it. */
export const baudRates = [9_600, 19_200, 38_400, 115_200] as const

/** How a register prints. It belongs to the device, because a printer does. */
export type PrinterSettings = { way: PrinterWay; isAuto: boolean; baudRate: number }

const name = 'printer'

export function readPrinter(stored: Stored, registerId: string): PrinterSettings {
  const { way, isAuto, baudRate } = stored.read(registerId, name) ?? {}
  const known = printerWays.find((value) => value === way)
  const rate = baudRates.find((value) => value === baudRate)
  return { way: known ?? 'page', isAuto: isAuto === true, baudRate: rate ?? baudRates[0] }
}

export function writePrinter(stored: Stored, registerId: string, settings: PrinterSettings): void {
  stored.write(registerId, name, settings)
}

/** Returns whether this browser can print this way. */
export function isReachable(way: PrinterWay): boolean {
  return way === 'page' || way in navigator
}
