// carouselForm: the carousel of one meeting, and the form for a new entry.
import { carouselCalls } from '#contract/meetings/meeting-images.ts'
import { useCall } from '#web/lib/query.ts'
import { CarouselEditor } from './carousel-editor.tsx'
import { CAROUSEL } from './content-labels.tsx'
import { ContentsPage, useMeetingId } from './contents-page.tsx'
import { ImageList } from './image-list.tsx'

const keepTyped = () => undefined

export default function MeetingCarousel() {
  const meetingId = useMeetingId()
  const read = useCall(carouselCalls.list, { meetingId })
  return (
    <ContentsPage
      noun="轮播图"
      path={CAROUSEL}
      read={read}
      add={carouselCalls.add}
      rows={({ rows }) => <ImageList kind="carousel" meetingId={meetingId} rows={rows} />}
      form={(onDone) => (
        <CarouselEditor
          stored={undefined}
          meetingId={meetingId}
          onTakeTheirs={keepTyped}
          onSaved={onDone}
          onCancel={onDone}
        />
      )}
    />
  )
}
