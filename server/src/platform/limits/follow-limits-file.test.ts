import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createTestContext } from '../../../test/harness.js'
import { followLimitsFile } from './follow-limits-file.js'
import { createLimits } from './limit-settings.js'

const directory = mkdtempSync(join(tmpdir(), 'tallystick-limits-'))
const ctx = await createTestContext()
afterAll(async () => {
  rmSync(directory, { recursive: true })
  await ctx.close()
})

const path = join(directory, 'limits.json')
const write = (keys: unknown) => writeFileSync(path, JSON.stringify({ limits: { keys } }))
let stop = () => {}
afterEach(() => stop())

function follow() {
  const limits = createLimits()
  stop = followLimitsFile({ path, limits, alerts: ctx.alerts, log: ctx.log }, 20).stop
  return { keys: () => limits.settings.max.keys.merchant }
}
const alerts = () => ctx.alerts.list().map(({ message }) => message)

describe('followLimitsFile', () => {
  test('default: applies a changed file', async () => {
    write(5)
    const { keys } = follow()
    await vi.waitFor(() => expect(keys()).toBe(5))
    write(6)
    await vi.waitFor(() => expect(keys()).toBe(6))
  })

  test('behavior: follows replaced files and links', async () => {
    write(5)
    const { keys } = follow()
    writeFileSync(`${path}.new`, '{"limits":{"keys":7}}')
    renameSync(`${path}.new`, path)
    await vi.waitFor(() => expect(keys()).toBe(7))
    for (const version of [8, 9]) {
      writeFileSync(join(directory, `v${version}.json`), `{"limits":{"keys":${version}}}`)
      rmSync(path)
      symlinkSync(join(directory, `v${version}.json`), path)
      await vi.waitFor(() => expect(keys()).toBe(version))
    }
    rmSync(path)
  })

  test('error: refuses an invalid version with line and reason, and keeps the limits in force', async () => {
    write(5)
    const { keys } = follow()
    await vi.waitFor(() => expect(keys()).toBe(5))
    writeFileSync(path, '{\n"limits": {\n"keys": -1}}')
    await vi.waitFor(() =>
      expect(alerts()).toEqual([expect.stringContaining('line 3: limits.keys must be a whole')]),
    )
    expect(keys()).toBe(5)
    rmSync(path)
    await vi.waitFor(() => expect(alerts()).toEqual([expect.stringContaining('cannot be read')]))
    expect(keys()).toBe(5)
    write(5)
    await vi.waitFor(() => expect(alerts()).toEqual([]))
    write(6)
    await vi.waitFor(() => expect(keys()).toBe(6))
  })

  test('error: stays one incident with the newest reason while the file is invalid', async () => {
    write(5)
    const resolve = vi.spyOn(ctx.alerts, 'resolve')
    const { keys } = follow()
    await vi.waitFor(() => expect(keys()).toBe(5))
    resolve.mockClear()
    write(-1)
    await vi.waitFor(() => expect(alerts()).toEqual([expect.stringContaining('limits.keys must')]))
    const [{ since } = { since: 0 }] = ctx.alerts.list()
    writeFileSync(path, '{"limits":{"kyes":1}}')
    await vi.waitFor(() => expect(alerts()).toEqual([expect.stringContaining('kyes')]))
    expect(ctx.alerts.list()).toMatchObject([{ since }])
    expect(resolve).not.toHaveBeenCalled()
    write(6)
    await vi.waitFor(() => expect([keys(), alerts()]).toEqual([6, []]))
    resolve.mockRestore()
  })

  test('error: a large file is not read, and a valid one is applied again', async () => {
    write(5)
    const { keys } = follow()
    await vi.waitFor(() => expect(keys()).toBe(5))
    writeFileSync(path, '{"limits":{"keys":7}}'.padEnd(70_000))
    await vi.waitFor(() => expect(alerts()).toEqual([expect.stringContaining('is larger than')]))
    expect(keys()).toBe(5)
    write(6)
    await vi.waitFor(() => expect([keys(), alerts()]).toEqual([6, []]))
  })
})
