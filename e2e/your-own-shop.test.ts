import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { nameBlocks } from './helpers/code-blocks.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const { wallet, ...scripts } = nameBlocks('docs/your-own-shop.md', [
  'sign-in',
  'set-up',
  'sell',
  'wallet',
])
const folder = mkdtempSync(join(tmpdir(), 'tallystick-own-shop-'))
// Stands for `npm install ethers@6`.
mkdirSync(join(folder, 'node_modules'))
symlinkSync(join(projectDir, 'node_modules', 'ethers'), join(folder, 'node_modules', 'ethers'))
for (const [name, script] of Object.entries(scripts)) {
  writeFileSync(join(folder, `${name}.mjs`), script)
}
const service = useService()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(name: keyof typeof scripts): Promise<string> {
  const { PATH = '' } = process.env
  const { stdout } = await execute(process.execPath, [`${name}.mjs`], {
    cwd: folder,
    env: { PATH, TALLYSTICK_URL: service.demo.baseUrl },
  })
  return stdout
}

describe('docs/your-own-shop.md', () => {
  test('default: leads from an empty folder to a paid order', async () => {
    expect(await run('set-up')).toMatch(/^0x[0-9a-fA-F]{40} owns shop-[0-9a-f]{8}\n$/)
    const output = await run('sell')
    expect(output).toMatch(/^Pay 26\.88 USD at http/)
    expect(output).toMatch(/\n(paid|completed|reconciled)\n$/)
  })

  test('behavior: the command for a real wallet prints network and test buyer', async () => {
    mkdirSync(join(folder, '.data'))
    writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(service.demo))
    const { stdout } = await execute('bash', ['-euc', wallet], { cwd: folder })
    expect(stdout).toContain(`chainId: ${service.demo.chain?.chainId}`)
    expect(stdout).toContain(`rpcUrl: '${service.demo.chain?.rpcUrl}'`)
    expect(stdout).toContain(service.demo.buyerPrivateKey)
  })
})
