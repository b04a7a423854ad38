// A page of one meeting's contents: the rows that are there, and below them the form for more.
import './meeting-contents.css'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { Can } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MeetingTabs, type MeetingTabsProps } from '../meeting-tabs.tsx'
import { meetingName } from './content-labels.tsx'

/** The meeting that the page's address names. */
export const useMeetingId = () => useSearchParams()[0].get('id') ?? ''

type Contents = { meeting: { id: string; name: string; edition: string }; rows: readonly unknown[] }

type ContentsPageProps<Data> = {
  /** 新闻, as in 新增新闻. */
  noun: string
  /** Path of the page. */
  path: MeetingTabsProps['current']
  read: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  add: Endpoint
  rows: (data: Data) => ReactNode
  /** Called anew after a save or a cancellation, which `onDone` reports. */
  form: (onDone: () => void) => ReactNode
}

export function ContentsPage<Data extends Contents>({ noun, path, read, add, rows, form }: ContentsPageProps<Data>) {
  const [forms, setForms] = useState(0)
  return (
    <div className="meeting-contents">
      <Loaded read={read} rows={6}>
        {(data) => (
          <>
            <MeetingTabs meetingId={data.meeting.id} current={path} />
            <h1>
              {meetingName(data.meeting)}：{noun}（{data.rows.length}）
            </h1>
            {rows(data)}
            <Can call={add}>
              <section className="meeting-new" aria-label={`新增${noun}`} key={forms}>
                {form(() => setForms(forms + 1))}
              </section>
            </Can>
          </>
        )}
      </Loaded>
    </div>
  )
}
