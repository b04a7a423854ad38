// Differences of two versions in fields other than the body: a pass publishes them too.
import { Fragment } from 'react'
import { articleKindLabels } from '#contract/articles/article-labels.ts'
import type { ArticleVersion } from '#contract/articles/articles.ts'
import { formatMoment } from '#web/lib/format.ts'
import { diffWords } from '#web/lib/text-diff.ts'
import { channelNames } from './article-labels.tsx'

const list = (words: readonly string[]) => words.join('、')

/** As text, in the order of the form. */
const fields: readonly (readonly [string, (version: ArticleVersion) => string])[] = [
  ['标题', ({ title }) => title],
  ['副标题', ({ subtitle }) => subtitle],
  ['摘要', ({ summary }) => summary],
  ['类型', ({ kind }) => articleKindLabels[kind]],
  ['产品', ({ products }) => list(products.map(({ name }) => name))],
  ['资讯分类', ({ newsCategoryName }) => newsCategoryName ?? ''],
  ['发布渠道', ({ channels }) => (channels.length > 0 ? channelNames(channels) : '')],
  ['关键词', ({ keywords }) => list(keywords)],
  ['标签', ({ tags }) => list(tags)],
  ['来源', ({ source }) => source],
  ['作者', ({ author }) => author],
  ['发布时间', ({ publishAt }) => (publishAt ? formatMoment(publishAt) : '')],
  ['下架时间', ({ takeDownAt }) => (takeDownAt ? formatMoment(takeDownAt) : '')],
  ['置顶至', ({ topUntil }) => (topUntil ? formatMoment(topUntil) : '')],
  ['附件', ({ attachments }) => list(attachments.map(({ name }) => name))],
]

function Cover({ url, name }: { url: string; name: string }) {
  return url === '' ? <span className="article-note">无</span> : <img className="article-cover" src={url} alt={name} />
}

type Props = { before: ArticleVersion; after: ArticleVersion }

export function FieldChanges({ before, after }: Props) {
  const changed = fields.filter(([, say]) => say(before) !== say(after))
  const hasOtherCover = before.coverId !== after.coverId
  if (changed.length === 0 && !hasOtherCover) return null
  return (
    <dl className="compare compare-fields" aria-label="字段变化">
      {changed.map(([label, say]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {diffWords(say(before), say(after)).map(({ kind, text }, i) => {
              const key = `${i}-${kind}`
              if (kind === 'added') return <ins key={key}>{text}</ins>
              return kind === 'removed' ? <del key={key}>{text}</del> : <Fragment key={key}>{text}</Fragment>
            })}
          </dd>
        </Fragment>
      ))}
      {hasOtherCover && (
        <>
          <dt>封面</dt>
          <dd>
            <Cover url={before.coverUrl} name="原封面" /> → <Cover url={after.coverUrl} name="新封面" />
          </dd>
        </>
      )}
    </dl>
  )
}
