// Fills the placeholders in a person's drafts once the prices are out. Each draft gets a version.
import { sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import type { ArticleContent } from '#contract/articles/articles.ts'
import { quotedFigures } from '#contract/articles/bound-fields.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { articleAutosaves, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { saveArticle, type Writer } from './articles.acts.ts'
import { refillFor } from './figures.queries.ts'
import { findVersions, type StoredVersion } from './versions.queries.ts'

/** Maximum of drafts in one act; the others are filled by the next one. */
const DRAFTS_AT_ONCE = 100

type Draft = { id: string; name: string; version: number; headId: string; hasUnsaved: boolean }
type Refilled = { id: string; title: string; filled: number; left: number }

/** Drafts of the actor with placeholders, or with tables that lack rows. */
async function openDrafts(tx: Tx, edition: Edition, authorId: string): Promise<Draft[]> {
  const { rows } = await tx.execute<Draft>(sql`
    select a.id::text as id, a.title as name, a.version, a.head_id::text as "headId",
        exists (select from ${articleAutosaves} s where s.article_id = a.id and s.user_id = ${authorId}::bigint
          and s.at > v.at) as "hasUnsaved"
      from ${articles} a join ${articleVersions} v on v.id = a.head_id
      where a.edition = ${edition} and a.author_id = ${authorId}::bigint and a.state in ('draft', 'overruled')
        and (v.body::text like '%"openField"%' or v.body::text like '%"wanted"%' or v.bindings::text like '%"openField"%')
      order by a.updated_at desc, a.id limit ${DRAFTS_AT_ONCE}`)
  return rows
}

const contentOf = (version: StoredVersion): Omit<ArticleContent, 'figures'> => ({
  kind: version.kind,
  title: version.title,
  subtitle: version.subtitle,
  summary: version.summary,
  keywords: version.keywords,
  tags: version.tags,
  source: version.source,
  author: version.author,
  newsCategoryId: version.newsCategoryId,
  productIds: version.productIds,
  coverId: version.coverId,
  channels: version.channels as ArticleContent['channels'],
  attachmentIds: version.attachmentIds,
  publishAt: version.publishAt,
  takeDownAt: version.takeDownAt,
  topUntil: version.topUntil,
  body: version.body,
  bindings: version.bindings,
  aiAnswerIds: version.aiAnswerIds,
})

export async function refillDrafts(
  tx: Tx,
  people: Writer,
  edition: Edition,
): Promise<{ rows: RowOutcome[]; refilled: Refilled[] }> {
  const { actor } = people
  const refilled: Refilled[] = []
  const rows = await attemptEach(tx, await openDrafts(tx, edition, actor.id), async (inner, draft) => {
    // what the author has typed since would meet a version that they have not seen
    if (draft.hasUnsaved) throw refuse('conflict', { msg: '有未保存的内容，请打开后补填' })
    const [head] = await findVersions(inner, draft.id, [draft.headId])
    if (!head) throw new Error('an article without its version')
    const { filled, left, ...texts } = await refillFor(inner, actor, edition, head)
    if (filled > 0) {
      const content = { ...contentOf(head), ...texts, bindings: [...texts.bindings] }
      const { templateVersionId } = head
      await saveArticle(
        inner,
        people,
        edition,
        {
          ...content,
          id: draft.id,
          version: draft.version,
          figures: quotedFigures(content),
          origin: 'template',
          note: '补填待补的价格',
          templateVersionId,
        },
        async () => null,
      )
    }
    refilled.push({ id: draft.id, title: texts.title, filled, left })
  })
  return { rows, refilled }
}
