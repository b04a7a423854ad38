// editCarouselForm: one stored entry of a carousel.
import { carouselCalls } from '#contract/meetings/meeting-images.ts'
import { CarouselEditor } from './carousel-editor.tsx'
import { ContentForm } from './content-form.tsx'
import { CAROUSEL } from './content-labels.tsx'

export default function CarouselEdit() {
  return (
    <ContentForm read={carouselCalls.get} back={CAROUSEL}>
      {(editor) => <CarouselEditor {...editor} meetingId={editor.stored.meeting.id} />}
    </ContentForm>
  )
}
