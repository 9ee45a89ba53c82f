import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { DoctorContext } from '../doctor/section.js'
import { journalSection } from './journal-section.js'

const dataDir = mkdtempSync(join(tmpdir(), 'journal-section-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const check = (hasMasterKey = true) =>
  journalSection.check({
    config: { dataDir, masterKey: 'a master key of this test' },
    hasMasterKey,
  } as DoctorContext)

describe('journalSection', () => {
  test('default: an empty journal is fine', async () => {
    expect(await check()).toMatchObject([{ status: 'ok' }])
    expect(await check(false)).toMatchObject([{ status: 'skipped' }])
  })

  test('error: names the directories that were written under another key', async () => {
    const name = `old.${'0'.repeat(16)}`
    mkdirSync(join(dataDir, 'journal', name), { recursive: true })
    writeFileSync(join(dataDir, 'journal', name, '000001'), 'sealed')
    const [finding] = await check()
    expect(finding).toMatchObject({ status: 'problem' })
    expect(JSON.stringify(finding)).toContain(name)
  })
})
