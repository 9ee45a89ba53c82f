import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { isRunnable, readBlocks } from './helpers/code-blocks.js'
import { openShell } from './helpers/shell.js'
import { projectDir } from './helpers/tallystick.js'

const [address, signIn, setUp, runSetUp, sell, runSell, wallet, ...others] =
  readBlocks('docs/your-own-shop.md').filter(isRunnable)
const folder = mkdtempSync(join(tmpdir(), 'tallystick-own-shop-'))
// Stands for `npm install ethers@6`.
mkdirSync(join(folder, 'node_modules'))
symlinkSync(join(projectDir, 'node_modules', 'ethers'), join(folder, 'node_modules', 'ethers'))
for (const program of [signIn, setUp, sell]) {
  if (program?.file) writeFileSync(join(folder, program.file), program.code)
}
const service = useService()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('docs/your-own-shop.md', () => {
  test('default: leads from an empty folder to a paid order', async () => {
    expect(others).toEqual([])
    const shell = openShell({ cwd: folder, env: {} })
    await shell.run(address?.code.replace('http://localhost:3000', service.demo.baseUrl) ?? '')
    const owner = await shell.run(runSetUp?.code ?? '')
    expect(owner).toMatch(/^0x[0-9a-fA-F]{40} owns shop-[0-9a-f]{8}\n$/)
    const output = await shell.run(runSell?.code ?? '')
    expect(output).toMatch(/^Pay 26\.88 USD at http/)
    expect(output).toMatch(/\n(paid|completed|reconciled)\n$/)
    shell.close()
  })

  test('behavior: the command for a real wallet prints network and test buyer', async () => {
    mkdirSync(join(folder, '.data'))
    writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(service.demo))
    const shell = openShell({ cwd: folder, env: {} })
    const stdout = await shell.run(wallet?.code ?? '')
    shell.close()
    expect(stdout).toContain(`chainId: ${service.demo.chain?.chainId}`)
    expect(stdout).toContain(`rpcUrl: '${service.demo.chain?.rpcUrl}'`)
    expect(stdout).toContain(service.demo.buyerPrivateKey)
  })
})
