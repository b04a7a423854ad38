CREATE TABLE "import_choices" (
	"owner_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"heading" text NOT NULL,
	"key" text NOT NULL,
	"chosen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_choices_owner_id_kind_heading_pk" PRIMARY KEY("owner_id","kind","heading")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "updated_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_choices" ADD CONSTRAINT "import_choices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_choices_heading" ON "import_choices" USING btree ("kind","heading");