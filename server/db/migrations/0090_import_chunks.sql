CREATE TABLE "import_chunks" (
	"import_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"rows" integer NOT NULL,
	"wrong_rows" integer NOT NULL,
	"content" bytea NOT NULL,
	CONSTRAINT "import_chunks_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- packed already
ALTER TABLE "import_chunks" ALTER COLUMN "content" SET STORAGE EXTERNAL;
