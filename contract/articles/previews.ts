// Previews of an unsaved article: as the open API delivers it to sites and applications, and as the mail of a push.
import { Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable, OneLine, Text } from '#contract/fields.ts'
import { FileId, FileIds } from '#contract/files.ts'
import { MailShown } from '#contract/push/pushes.ts'
import type { Edition } from './article-labels.ts'
import { templateVersionId } from './articles.ts'
import { Body } from './body.ts'

const texts = {
  /** Its own files are shown too; null: a new article, which can show only files that the caller uploaded. */
  id: Nullable(Id('资讯')),
  templateVersionId,
  title: OneLine(Text('标题', 200)),
  summary: Text('摘要', 1_000),
  source: Text('来源', 100),
  author: Text('作者', 100),
  attachmentIds: FileIds('attachment', '附件', 20),
  body: Body,
}

/** The part of the open call's reply that is the same for each channel. */
const Shown = Type.Object({
  html: Type.String({ description: 'as the open call has it: sanitised, charts as pictures' }),
  coverUrl: Type.String({ description: 'signed for the caller, empty where there is none' }),
  attachments: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), url: Type.String() })),
})

function previewsOf(menu: 'articles' | 'articlesEnglish', noun: string, root: `/${string}`) {
  const writing = anyOf(can(menu, 'add'), can(menu, 'edit'))
  return {
    site: readCall(`${noun}的站点预览`, `${root}/preview`, writing, {
      body: Fields({
        id: texts.id,
        templateVersionId,
        coverId: Nullable(FileId('image', '封面')),
        attachmentIds: texts.attachmentIds,
        body: Body,
      }),
      data: Shown,
    }),
    mail: readCall(`${noun}的邮件预览`, `${root}/previewMail`, writing, { body: Fields(texts), data: MailShown }),
  }
}

export const articlePreviews = {
  zh: previewsOf('articles', '中文资讯', '/api/backend/articles/chinese'),
  en: previewsOf('articlesEnglish', '英文资讯', '/api/backend/articles/english'),
} as const satisfies Record<Edition, unknown>
