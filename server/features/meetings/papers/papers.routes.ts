// Printing papers of a meeting over HTTP: what the font lacks is named first, then a job makes the PDF.
import { isAllowed } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Fields } from '#contract/fields.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { paperKindLabels, printFields, printPapers } from '#contract/meetings/papers.ts'
import type { Person } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { keepFile, stageFile } from '#server/core/files/files.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serveAct } from '#server/core/http/serve.ts'
import { job, startJob } from '#server/core/jobs/jobs.ts'
import type { Executor } from '#server/db/connection.ts'
import { seatsOf } from '../sign-ups/seats.queries.ts'
import { viewerOf } from '../sign-ups/sign-ups.rules.ts'
import { missingCharacters } from './paper-font.ts'
import { type Papers, writePapers } from './papers.pdf.ts'
import { headsToPrint, tablesToPrint } from './papers.queries.ts'

type Input = BodyOf<typeof printPapers>

async function papersOf(db: Executor, actor: Person, { meetingId, kind, text }: Input): Promise<Papers> {
  const title = fullMeetingName(await seatsOf(db, meetingId))
  const papers: Papers =
    kind === 'tableCards'
      ? { kind, rows: (await tablesToPrint(db, meetingId)).map((row) => ({ ...row, title })) }
      : { kind, rows: (await headsToPrint(db, viewerOf(actor), meetingId, text)).map((row) => ({ ...row, title })) }
  if (papers.rows.length === 0)
    throw refuse('conflict', { msg: kind === 'tableCards' ? '晚宴还没有人入座' : '没有已确认的报名' })
  return papers
}

/** Whatever is printed: a title that all papers have is there once. */
const textsOf = ({ rows }: { rows: readonly Readonly<Record<string, string | string[]>>[] }): Set<string> =>
  new Set(rows.flatMap((row) => Object.values(row).flat()))

export const papersJob = job({
  name: 'meetings.papers',
  input: Fields(printFields),
  title: ({ kind }) => `打印${paperKindLabels[kind]}`,
  run: async ({ input, by, core, signal, progress, finish }) => {
    const actor = by.id === null ? null : await core.actors.person(by.id)
    if (!actor || !isAllowed(printPapers.access, actor)) throw refuse('forbidden')
    const papers = await papersOf(core.db, actor, input)
    const label = paperKindLabels[input.kind]
    const source = await writePapers(papers, label, (done) => {
      signal.throwIfAborted()
      progress(done, papers.rows.length, '正在排版')
    })
    const name = `${label}.pdf`
    const staged = await stageFile(core.db, { core, name, source, purpose: 'export', ownerId: actor.id })
    return transact(core, async (tx) => {
      const { id } = await keepFile(tx, staged)
      return finish(tx, { done: papers.rows.length, message: `共 ${papers.rows.length} 张`, fileId: id })
    })
  },
})

export const routes = [
  serveAct(printPapers, async (act) => {
    const { body, tx, actor, by } = act
    const missing = await missingCharacters(textsOf(await papersOf(tx, actor, body)))
    if (missing.length > 0)
      await confirmed(tx, act, {
        preview: {
          text: '字体中没有以下字符，会印成方框，仍要打印？',
          groups: missing.map(({ character, names }) => ({ title: character, count: names.length, names })),
        },
      })
    const jobId = await startJob(tx, papersJob, body, by)
    await audit(tx, by, { action: 'meeting.print', targetType: 'meeting', targetId: body.meetingId, after: body })
    return { jobId }
  }),
]
