// Drawer to read one article: its newest text, its facts, and all versions with their review outcomes.
import { Timeline } from 'antd'
import { type Edition, reviewOutcomeLabels, versionOriginLabels } from '#contract/articles/article-labels.ts'
import { type ArticleRow, type ArticleVersionRow, articleCalls } from '#contract/articles/articles.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { RichTextView } from '#web/kit/rich-text/rich-text.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { useAiService } from '#web/pickers/ai-answer.tsx'
import { ArticleStatus, channelNames } from './article-labels.tsx'
import { coverAndAttachments } from './cover-and-attachments.tsx'

type Props = { edition: Edition; article: ArticleRow; acts: readonly RowAction[]; onClosed: () => void }

function VersionText({ version }: { version: ArticleVersionRow }) {
  const { number, title, origin, note, words, byName, at, isAiHelped, isPublished, outcome, opinion, reviewerName } =
    version
  return (
    <>
      <div>
        第 {number} 版 {title}
        {isPublished && <small className="article-note">读者可见</small>}
      </div>
      {outcome && (
        <div>
          {reviewOutcomeLabels[outcome]}：{reviewerName}
          {opinion && `，${opinion}`}
        </div>
      )}
      {note && <div>{note}</div>}
      <div className="article-note">
        {formatMoment(at)} {byName} · {versionOriginLabels[origin]} · {words} 字{isAiHelped && ' · AI 参与'}
      </div>
    </>
  )
}

export function ArticleDetails({ edition, article, acts, onClosed }: Props) {
  const calls = articleCalls[edition]
  const stored = useCall(calls.get, { id: article.id }, { staleTime: 0 })
  const ai = useAiService()
  const versions = useCall(calls.versions, { id: article.id }, { staleTime: 0 })
  return (
    <DetailsDrawer
      title={article.title}
      size={760}
      acts={acts}
      extra={(own) => own.length > 0 && <MoreActions name={article.title} actions={own} />}
      onClosed={onClosed}
    >
      <Facts
        columns={2}
        items={[
          ...factsOf(calls.list, article, {
            state: { render: ArticleStatus },
            kind: {},
            newsCategoryName: {},
            productNames: { render: ({ productNames }) => productNames.join('、') || '—' },
            authorName: {},
            channels: { render: ({ channels }) => channelNames(channels) },
            publishedAt: {},
            readers: {},
          }),
          ...(ai?.isSet === false
            ? [{ label: 'AI 摘要与提示语', children: `未启用：需要设置 ${ai.settings}。`, span: 2 }]
            : []),
          ...factsOf(calls.list, article, { opinion: { label: '驳回意见', when: article.opinion !== '', span: 2 } }),
        ]}
      />
      <Loaded read={stored} rows={8}>
        {({ newest }) => (
          <>
            <article className="article-read">
              <h2>{newest.title}</h2>
              {newest.subtitle && <p className="article-note">{newest.subtitle}</p>}
              {newest.summary && <p>{newest.summary}</p>}
              <RichTextView html={newest.html} />
            </article>
            <Facts columns={1} items={coverAndAttachments(newest)} />
          </>
        )}
      </Loaded>
      <h3 className="article-head">版本记录</h3>
      <Loaded read={versions} rows={4}>
        {(all) => (
          <Timeline items={all.map((version) => ({ key: version.id, content: <VersionText version={version} /> }))} />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
