// Carousel and pictures of meetings over HTTP.
import { dayOf } from '#contract/days.ts'
import { carouselCalls, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { meetingOf } from './contents.queries.ts'
import { addCarousel, addPictures, editCarousel, editPicture, removeImages, sortImages } from './meeting-images.acts.ts'
import { listImages, readImage } from './meeting-images.queries.ts'

const today = () => dayOf(Date.now())

const kinds = [
  ['carousel', carouselCalls],
  ['picture', pictureCalls],
] as const

export const routes = [
  ...kinds.flatMap(([kind, calls]) => [
    serve(calls.list, async ({ body: { meetingId }, ...reader }) => ({
      meeting: await meetingOf(reader.db, meetingId),
      rows: await listImages(reader, kind, meetingId, today()),
    })),
    serve(calls.get, ({ body: { id }, ...reader }) => readImage(reader, kind, id, today())),
    serveAct(calls.remove, ({ body: { ids }, ...act }) => removeImages(act, kind, ids)),
    serveAct(calls.sort, ({ body: { meetingId, ids }, ...act }) => sortImages(act, kind, meetingId, ids)),
  ]),
  serveAct(carouselCalls.add, ({ body, ...act }) => addCarousel(act, body)),
  serveAct(carouselCalls.edit, ({ body, ...act }) => editCarousel(act, body), filesOfRow('meetingImage')),
  serveAct(pictureCalls.add, async ({ body, ...act }) => ({ ids: await addPictures(act, body) })),
  serveAct(pictureCalls.edit, ({ body, ...act }) => editPicture(act, body), filesOfRow('meetingImage')),
]
