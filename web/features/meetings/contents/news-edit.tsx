// editNewsForm: one stored news of a meeting.
import { Alert } from 'antd'
import { getMeetingNews } from '#contract/meetings/meeting-news.ts'
import { ContentForm } from './content-form.tsx'
import { NEWS } from './content-labels.tsx'
import { NewsEditor } from './news-editor.tsx'

const hints = {
  draft: '',
  pending: '保存后变为草稿，需要重新提交审核。',
  published: '新闻已发布，请先下架再编辑。',
  takenDown: '保存后变为草稿，审核后才会再次发布。',
} as const

export default function NewsEdit() {
  return (
    <ContentForm read={getMeetingNews} back={NEWS}>
      {(editor) => {
        const { state, opinion, meeting } = editor.stored
        const hint = opinion ? `退回原因：${opinion}` : hints[state]
        return (
          <>
            {hint && <Alert banner type={opinion ? 'warning' : 'info'} title={hint} />}
            <NewsEditor {...editor} meetingId={meeting.id} />
          </>
        )
      }}
    </ContentForm>
  )
}
