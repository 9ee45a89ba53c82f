import { describe, expect, test } from 'vitest'
import { describeInstallation } from './installation-section.js'

describe('describeInstallation', () => {
  test('default', () => {
    const { status, message } = describeInstallation({ set: undefined, stored: 'a-1' })
    expect({ status, message }).toEqual({
      status: 'ok',
      message: 'The installation id is a-1, from the database.',
    })
  })

  test('behavior: warns when the setting replaces the id of the database', () => {
    const finding = describeInstallation({ set: 'copy', stored: 'a-1' })
    expect(finding).toMatchObject({
      status: 'warning',
      message: 'INSTALLATION_ID replaces the id of the database: copy.',
    })
  })
})
