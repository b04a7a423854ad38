// meetingForm and editMeetingForm: a new meeting, or a stored one.
import { getMeeting } from '#contract/meetings/meetings.ts'
import { RowForm } from '#web/kit/form/row-form.tsx'
import { MeetingEditor } from './meeting-editor.tsx'
import { MEETING_EDIT, MEETINGS } from './meeting-labels.tsx'
import { MeetingTabs } from './meeting-tabs.tsx'

export default function MeetingFormPage({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getMeeting} list={MEETINGS}>
      {(editor) => (
        <>
          {editor.stored && <MeetingTabs meetingId={editor.stored.id} current={MEETING_EDIT} />}
          <MeetingEditor {...editor} />
        </>
      )}
    </RowForm>
  )
}
