// Issues of the demo's customised reports, with existing files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { openFile } from '#server/core/files/files.ts'
import { asOwner } from '#test/database.ts'
import { demoDatabase } from '#test/demo.ts'
import { testConfig } from '#test/http.ts'
import { addReportIssues } from './report-issues.ts'

const { database, one, many } = demoDatabase('demo')
const dataDir = mkdtempSync(join(tmpdir(), 'console-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('product.md demo data: issues in every state, each sent one with its mail and file, some late, once', async () => {
  const config = testConfig({ dataDir })
  const add = () => asOwner(database().owner, (tx) => addReportIssues(tx, new Date(), config))
  await add()
  const states = await many('select distinct state from report_issues order by 1')
  expect(states.map(({ state }) => state)).toEqual(['draft', 'passed', 'received', 'reviewing', 'sent'])
  const sent = `state in ('sent', 'received')`
  const mails = `select count(*)::int from messages m where m.state = 'sent'
    and m.key in (select 'report:' || i.id from report_issues i where ${sent} and i.body_id = m.body_id)`
  expect(await one(mails)).toBe(await one(`select count(*)::int from report_issues where ${sent}`))
  const file = await openFile(
    { config, db: database().db },
    String(await one('select min(file_id)::text from report_issues')),
  )
  expect((await buffer(file.stream)).length).toBe(file.size)
  const count = await one('select count(*)::int from report_issues')
  await add()
  expect(await one('select count(*)::int from report_issues')).toBe(count)
})
