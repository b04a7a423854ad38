/**
 * What the server is run with, whoever runs it: `npm start`, the image and the bench. Uses nothing but Node itself.
 */

/** The young generation gets 16 MB: 32 MB exceeded the memory limit once, 8 MB cost speed; the garbage of a start is returned to the system. */
export const serverFlags = ['--expose-gc', '--max-semi-space-size=16']

/** glibc gives large buffers back at once, as at its start; left alone it soon keeps up to 32 MB of each (record 155). */
export const allocator = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
