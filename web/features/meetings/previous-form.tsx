// previousForm: which meeting was the edition before this one, the editions before that, and the papers of this one.
import { keepPreviousData } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import {
  getMeetingEditions,
  MEETING_PAPERS_MAX,
  type MeetingEdition,
  searchEarlierMeetings,
  setPreviousMeeting,
} from '#contract/meetings/meetings.ts'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '#web/kit/form/row-form.tsx'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { Editions } from './editions.tsx'
import { daysText, fullName, MEETING_PREVIOUS, MEETINGS, meetingReads, meetingTones } from './meeting-labels.tsx'
import { MeetingTabs } from './meeting-tabs.tsx'

type Meeting = DataOf<typeof getMeetingEditions>
type Values = { previousId: string | null; papers: UploadedFile[] }

const quiet = { call: { hideErrorMsg: true } }

type PickerProps = {
  id?: string
  of: string
  /** Of the stored edition before, which a search need not find. */
  known: MeetingEdition | undefined
  value?: string | null
  onChange?: (id: string | null) => void
}

function PreviousPicker({ id, of, known, value, onChange }: PickerProps) {
  const [text, setText] = useState('')
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const {
    data = [],
    isFetching,
    error,
  } = useCall(searchEarlierMeetings, { id: of, text }, { ...quiet, placeholderData: keepPreviousData })
  const options = data.map((each) => ({ value: each.id, label: fullName(each), note: daysText(each) }))
  const labels = new Map([...data, ...(known ? [known] : [])].map((each) => [each.id, fullName(each)]))
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      placeholder="请选择上一届会议"
      value={value || null}
      labelRender={({ value: chosen }) => labels.get(String(chosen)) ?? '…'}
      loading={isFetching}
      showSearch={{
        filterOption: false,
        onSearch: (typed) => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
        },
      }}
      options={options}
      optionRender={({ data: { label, note } }) => (
        <div style={{ display: 'flex', gap: 12, justifyContent: 'space-between' }}>
          <span>{label}</span>
          <span className="meeting-faint">{note}</span>
        </div>
      )}
      notFoundContent={error ? '加载失败，请重新输入' : isFetching ? '正在查找…' : '没有在本届开始之前结束的会议'}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
    />
  )
}

/** The chosen meeting and what came before it. */
function Chain({ id }: { id: string }) {
  const read = useCall(getMeetingEditions, { id }, quiet)
  return (
    <Loaded read={read} rows={3}>
      {(chosen) => <Editions editions={[chosen, ...chosen.editions]} />}
    </Loaded>
  )
}

const valuesOf = ({ previousId, papers }: Meeting): Values => ({ previousId, papers })
const differencesOf = differencesBy<Values>({
  previousId: ['上一届会议', (id) => (id === null ? '无' : '另一场会议')],
  papers: ['会议资料', (papers) => textOrDash(papers.map(({ name }) => name).join('、'))],
})

function Editor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<Meeting> & { stored: Meeting }) {
  const [form] = Form.useForm<Values>()
  const [isUploading, setUploading] = useState(false)
  const watched = Form.useWatch('previousId', form)
  const chosen = watched === undefined ? stored.previousId : watched
  const versions = useVersions<Meeting, Values>({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useAct(setPreviousMeeting, {
    invalidates: meetingReads,
    onRefusal: versions.handleRefusal,
    success: '已保存',
  })
  const save = async ({ previousId, papers }: Values) => {
    if (isUploading) {
      notify.warning('文件还在上传，请稍候')
      return false
    }
    const { id, version } = versions.current() ?? stored
    const paperIds = papers.map((file) => file.id)
    return (await saving.run({ id, version, previousId: previousId ?? null, paperIds })) !== undefined
  }
  return (
    <>
      <FormPage<Values>
        form={form}
        initial={valuesOf(stored)}
        isSaving={saving.pending}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={`meeting-previous-${stored.id}`}
      >
        <FormSection title="本届">
          <Facts
            items={factsOf(getMeetingEditions, stored, {
              name: { render: fullName },
              startsOn: { render: daysText },
              state: { tones: meetingTones },
            })}
          />
        </FormSection>
        <FormSection title="上一届">
          <Field
            of={setPreviousMeeting}
            name="previousId"
            isRequired={false}
            hint="只能选择在本届开始之前结束的会议；清空则没有上一届。"
          >
            <PreviousPicker of={stored.id} known={stored.editions[0]} />
          </Field>
        </FormSection>
        <FormSection title="本届资料">
          <Form.Item
            name="papers"
            label="会议资料"
            extra="演讲稿、参会名录、会议报告等，下一届的往届里和各站点可以下载。"
          >
            <FileUpload aria-label="会议资料" max={MEETING_PAPERS_MAX} onBusy={setUploading} />
          </Form.Item>
        </FormSection>
        <FormSection title="往届">
          {chosen === null ? <Editions editions={[]} /> : <Chain key={chosen} id={chosen} />}
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}

export default function PreviousFormPage() {
  return (
    <RowForm edit read={getMeetingEditions} list={MEETINGS}>
      {({ stored, ...editor }) =>
        stored && (
          <>
            <MeetingTabs meetingId={stored.id} current={MEETING_PREVIOUS} />
            <Editor {...editor} stored={stored} />
          </>
        )
      }
    </RowForm>
  )
}
