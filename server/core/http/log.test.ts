import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the log', () => {
  it('masks secrets by name, and leaves the parameters of a failed statement out', () => {
    const script = `
      import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
      const { log, flush } = createLog('info')
      log.info({ password: 'p-secret', body: { refresh_token: 't-secret' }, plain: 'shown' })
      log.error({ err: Object.assign(new Error('Failed query: select $1\\nparams: s-secret', { cause: new Error('why') }), { params: ['x-secret'] }) })
      log.error(Object.assign(new Error('Failed query: select 2\\nparams: y-secret')))
      flush()`
    const output = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
    })
    expect(output).not.toMatch(/-secret/)
    expect(output).toContain('shown')
    expect(output).toContain('Failed query: select $1')
    expect(output).toContain('why')
  })
})
