// Parts of a meeting as one text each: where two people changed one, the comparison has to show whatever may differ.
import type { AgendaRow } from '#contract/meetings/agenda.ts'
import type { MeetingContact, MeetingForm, QuotaInput } from '#contract/meetings/meetings.ts'
import { ownFieldKindLabels } from '#contract/meetings/sign-up-labels.ts'

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' ')

export const agendaText = (rows: readonly AgendaRow[]): string =>
  rows
    .map(({ day, from, to, hall, title, speaker, company }) =>
      joined([day, `${from}–${to}`, hall, title, joined([speaker, company]) && `（${joined([speaker, company])}）`]),
    )
    .join('；') || '—'

export const quotasText = (rows: readonly QuotaInput[]): string =>
  rows.map(({ name, seats, isOpen }) => `${name} ${seats}${isOpen ? '' : '（来宾不可选）'}`).join('、')

export const questionsText = (fields: MeetingForm['ownFields']): string =>
  fields
    .map(({ label, kind, isRequired, options }) => {
      const answered = options.length > 0 ? options.join('/') : ownFieldKindLabels[kind]
      return `${label}（${answered}${isRequired ? '，必填' : ''}）`
    })
    .join('、') || '—'

export const contactsText = (rows: readonly MeetingContact[]): string =>
  rows.map(({ name, mobile, email }) => joined([name, mobile, email])).join('、')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const wordsOf = (html: string): string =>
  html
    .replace(/<img[^>]*>/g, ' [图片] ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

/** What is read of a page's body; pictures are named, so that one more or less is seen. */
export const htmlText = (html: string): string => wordsOf(html) || '—'

/** A page has a text where there are words or pictures. */
export const hasText = (html: string): boolean => wordsOf(html) !== ''
