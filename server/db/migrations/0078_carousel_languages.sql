ALTER TABLE "meeting_images" ADD COLUMN "file_en_id" bigint;--> statement-breakpoint
ALTER TABLE "meeting_images" ADD COLUMN "channels" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_images" ADD CONSTRAINT "meeting_images_file_en_id_files_id_fk" FOREIGN KEY ("file_en_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_images" ADD CONSTRAINT "meeting_images_of_carousel" CHECK ("meeting_images"."kind" = 'carousel' or ("meeting_images"."file_en_id" is null and "meeting_images"."channels" = '{}'));
